import { historyKinds, schemas } from "@petstore/contract/scripts";
