import { type ContractRoute, contract, listRoutes } from "@petstore/contract/routes";
import { z } from "zod";

/** The parameters that do not filter rows, each with its purpose. */
const others: Readonly<Record<string, string>> = {
  limit: "size of the page",
  cursor: "start of the page",
  offset: "start of the page",
  after: "start of the page",
  wait: "time to wait for an event",
  sort: "order of the rows",
  expand: "what each row has",
  spreadsheetSafe: "how texts are written",
};

type Schema = { $ref?: string; type?: string; enum?: string[]; items?: Schema; examples?: unknown[] };
type Schemas = { properties?: Record<string, Schema>; $defs?: Record<string, Schema> };
export type Parameter = { name: string; schema: Schema };

const parametersOf = ({ route: { query } }: ContractRoute): Parameter[] => {
  if (!(query instanceof z.ZodType)) return [];
  const { properties = {}, $defs = {} } = z.toJSONSchema(query, { unrepresentable: "any" }) as Schemas;
  const named = ({ $ref, ...schema }: Schema): Schema => ({ ...$defs[$ref?.split("/").at(-1) ?? ""], ...schema });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: { ...named(schema), ...(schema.items && { items: named(schema.items) }) },
  }));
};

const reads = listRoutes(contract).filter((one) => one.route.method === "GET");
/** Every operation that reads rows and has parameters that select some of them. */
export const routesWithFilters = reads.flatMap((one) => {
  const filters = parametersOf(one).filter(({ name }) => !(name in others));
  return filters.length === 0 ? [] : [{ one, filters }];
});
