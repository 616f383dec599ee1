// Derives parts of a migration from the contract: the CHECKs of a new table, and the kinds of events in the feed.
import { z } from "zod";

const schemas = await import("@petstore/contract/schemas");

const space = "\\u0009-\\u000D\\u0020\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF";

const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * Returns the fields of the schema that has the name of the table. Fields of a request (`NewKennel`) replace those of a
 * response, because their rules are stricter.
 */
const fieldsOf = (table) => {
  const name = camel(`_${table}`);
  return { ...schemas[name]?.shape, ...schemas[`New${name}`]?.shape };
};

const ruleOf = (schema) => {
  const json = z.toJSONSchema(schema, { unrepresentable: "any" });
  return Object.assign({}, json, ...(json.anyOf ?? []));
};

/** A value that a schema changes is never stored as it was sent. */
const isStored = (schema, value) => {
  const { success, data } = schema.safeParse(value);
  return success && data === value;
};

const textChecks = (column, schema) => {
  const { minLength, maxLength } = ruleOf(schema);
  if (maxLength === undefined) return {};
  const length = minLength === undefined ? `<= ${maxLength}` : `BETWEEN ${minLength} AND ${maxLength}`;
  return {
    length: `char_length("${column}") ${length}`,
    ...(!isStored(schema, " a") && { is_trimmed: `"${column}" !~ '^[${space}]' AND "${column}" !~ '[${space}]$'` }),
    ...(!isStored(schema, "a\u0001") && {
      has_no_control_character: isStored(schema, "a\nb")
        ? `"${column}" !~ '[\\u0001-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]'`
        : `"${column}" !~ '[\\u0001-\\u001F\\u007F-\\u009F]'`,
    }),
  };
};

const numberChecks = (column, schema) => {
  const { minimum, maximum } = ruleOf(schema);
  return minimum === undefined || maximum === undefined
    ? {}
    : { range: `"${column}" BETWEEN ${minimum} AND ${maximum}` };
};

const checksOf = (table, column, type, schema) => {
  const checks = type === "TEXT" ? textChecks(column, schema) : numberChecks(column, schema);
  return Object.entries(checks).map(
    ([rule, condition]) => `,\n    CONSTRAINT "${table}_${column}_${rule}" CHECK (${condition})`,
  );
};

/** Adds the contract's rules to the tables that a migration creates. */
const withChecks = (script) =>
  script.replaceAll(/(CREATE TABLE "(\w+)" \(\n[^;]*)(\n\);)/g, (_, start, table, end) => {
    const fields = fieldsOf(table);
    const checks = [...start.matchAll(/^ {4}"(\w+)" (TEXT|INTEGER)\b/gm)].flatMap(([, column, type]) => {
      const schema = fields[camel(column)];
      return schema === undefined ? [] : checksOf(table, column, type, schema);
    });
    return `${start}${checks.join("")}${end}`;
  });

const feedList = /("subject_kind" IN )\([^)]*\)/;

/** Returns the function that puts events into the feed with the contract's kinds; "" if it has exactly these. */
const feedOf = (earlier) => {
  const [latest = ""] =
    earlier.match(/CREATE OR REPLACE FUNCTION note_pending_events[\s\S]*?\n\$\$;/g)?.slice(-1) ?? [];
  const kinds = schemas.historyKinds.map((kind) => `'${kind}'`).join(", ");
  const wanted = latest.replace(feedList, `$1(${kinds})`);
  return wanted === latest ? "" : `\n-- The feed has the events of the kinds that the history has.\n${wanted}\n`;
};

/**
 * @param script - The difference between schema.prisma and the migrations; undefined if there is none.
 * @param earlier - The scripts of all migrations, in order.
 */
export const withRulesOfTheContract = (script, earlier) => {
  const all = `${script === undefined ? "" : withChecks(script)}${feedOf(earlier)}`;
  return all === "" ? undefined : all;
};
