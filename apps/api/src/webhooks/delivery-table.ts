import { WebhookDelivery } from "@petstore/contract/schemas";
import { shapeRow } from "../operation/shape-row.js";

/** Makes the body of a delivery from its row. */
export const toDelivery = shapeRow(WebhookDelivery);
