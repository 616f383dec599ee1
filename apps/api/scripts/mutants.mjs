// The small changes of a source file that its tests should notice: the operators of Stryker, and the loss of an `await` or
// of a statement.
import { parseSync } from "oxc-parser";

const binary = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
};
const logical = { "&&": "||", "||": "&&", "??": "&&" };
const assignment = { "+=": "-=", "-=": "+=", "??=": "=", "||=": "=", "&&=": "=" };
const swapped = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
  toUpperCase: "toLowerCase",
  toLowerCase: "toUpperCase",
};
const removable = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "trim"]);
const wrappers = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);
const isText = ({ type, value }) => type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");

/** What replaces a node: pairs of a range and its new text. */
const changesOf = (node, parent, textOf) => {
  const whole = (...texts) => texts.map((text) => [node.start, node.end, text]);
  switch (node.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return ["true", "false"].map((text) => [node.test.start, node.test.end, text]);
    case "WhileStatement":
    case "ForStatement":
      return node.test ? [[node.test.start, node.test.end, "false"]] : [];
    case "LogicalExpression":
      return whole(`((${textOf(node.left)}) ${logical[node.operator]} (${textOf(node.right)}))`);
    case "BinaryExpression":
      if (node.operator === "+" && (isText(node.left) || isText(node.right))) return [];
      return whole(
        ...(binary[node.operator] ?? []).map(
          (operator) => `((${textOf(node.left)}) ${operator} (${textOf(node.right)}))`,
        ),
      );
    case "UnaryExpression":
      return node.operator === "!" ? whole(`(${textOf(node.argument)})`) : [];
    case "UpdateExpression": {
      const operator = node.operator === "++" ? "--" : "++";
      return whole(node.prefix ? operator + textOf(node.argument) : textOf(node.argument) + operator);
    }
    case "AssignmentExpression":
      return assignment[node.operator] === undefined
        ? []
        : whole(`${textOf(node.left)} ${assignment[node.operator]} ${textOf(node.right)}`);
    case "AwaitExpression":
      return whole(`(${textOf(node.argument)})`);
    case "Literal":
      if (typeof node.value === "boolean") return whole(String(!node.value));
      return typeof node.value === "string" ? whole(node.value === "" ? '"mutated"' : '""') : [];
    case "TemplateLiteral":
      return parent.type === "TaggedTemplateExpression" ? [] : whole('""');
    case "ArrayExpression":
      return node.elements.length > 0 ? whole("[]") : [];
    case "ObjectExpression":
      return node.properties.length > 0 ? whole("({})") : [];
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement" ? [] : [[node.body.start, node.body.end, "undefined"]];
    case "BlockStatement":
    case "FunctionBody":
      return (node.body ?? node.statements ?? []).length > 0 ? whole("{}") : [];
    case "ExpressionStatement":
      return node.directive === undefined || node.directive === null ? whole(";") : [];
    case "MemberExpression":
      if (node.optional !== true) return [];
      return whole(
        `${textOf(node.object)}${node.computed ? `[${textOf(node.property)}]` : `.${textOf(node.property)}`}`,
      );
    case "CallExpression": {
      const { callee } = node;
      const name = callee.type === "MemberExpression" && !callee.computed ? callee.property.name : undefined;
      return [
        ...(Object.hasOwn(swapped, name ?? "") ? [[callee.property.start, callee.property.end, swapped[name]]] : []),
        ...(removable.has(name) ? whole(textOf(callee.object)) : []),
      ];
    }
    default:
      return [];
  }
};

/** Nodes that only types, imports or names are made of. */
const isSkipped = (node, key, parent) =>
  (node.type.startsWith("TS") && !wrappers.has(node.type)) ||
  /^(?:Import|ExportAll)/.test(node.type) ||
  (key === "key" && parent.computed !== true) ||
  key === "source";

/** @returns mutants in the order of the source: `line`, `change` to print, and the whole mutated `text`. */
export const findMutants = (path, source) => {
  const textOf = ({ start, end }) => source.slice(start, end);
  const shorten = (text) => text.replaceAll(/\s+/g, " ").slice(0, 60);
  const mutants = [];
  const visit = (node, key, parent) => {
    if (isSkipped(node, key, parent)) return;
    for (const [start, end, replacement] of changesOf(node, parent, textOf)) {
      const text = source.slice(0, start) + replacement + source.slice(end);
      if (parseSync(path, text).errors.length > 0) continue;
      const line = source.slice(0, start).split("\n").length;
      mutants.push({ line, change: `${shorten(source.slice(start, end))} → ${shorten(replacement)}`, text });
    }
    for (const [name, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === "string") visit(child, name, node);
      }
    }
  };
  visit(parseSync(path, source).program, "", {});
  return mutants;
};
