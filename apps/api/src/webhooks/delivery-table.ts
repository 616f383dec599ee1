import { WebhookDelivery } from "@petstore/contract/schemas";
import { shapeRow } from "../operation/shape-row.js";

/** Returns the body of a delivery for its row. */
export const toDelivery = shapeRow(WebhookDelivery);
