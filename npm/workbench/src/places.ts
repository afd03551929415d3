/** Which keys a place of a file takes, and what they mean, from the schemas of the files. */
import encounter from '../../../schemas/encounter.schema.json';
import rules from '../../../schemas/rules.schema.json';
import ruleset from '../../../schemas/ruleset.schema.json';
import sheet from '../../../schemas/sheet.schema.json';

/** The part of a JSON schema that is read. */
interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
}

/** A key that may stand somewhere. */
export interface Key {
  name: string;
  says: string;
  /** Whether it holds tables, as `[[rule]]` does. */
  tables: boolean;
  /** The values it can have, where they are listed. */
  values: string[];
}

/** A place in a file: the table, and inline tables below it, as keys. */
export type Path = string[];

function schemaOf(file: string): Schema | null {
  if (file === 'ruleset.toml') return ruleset as Schema;
  if (file === 'sheet.toml') return sheet as Schema;
  if (file.startsWith('rules/')) return rules as Schema;
  if (file.startsWith('examples/') || file.startsWith('scenarios/')) return encounter as Schema;
  return null;
}

function resolved(schema: Schema | undefined, root: Schema): Schema | null {
  if (!schema) return null;
  if (schema.$ref) {
    return resolved(root.$defs?.[schema.$ref.replace('#/$defs/', '')], root);
  }
  if (schema.anyOf) {
    const some = schema.anyOf.filter((one) => one.type !== 'null');
    return resolved(some.find((one) => one.$ref ?? one.items) ?? some[0], root);
  }
  return schema.items ? resolved(schema.items, root) : schema;
}

function at(file: string, path: Path): { schema: Schema; root: Schema } | null {
  const root = schemaOf(file);
  let schema: Schema | null = root;
  for (const key of path) {
    schema = root && schema ? resolved(schema.properties?.[key], root) : null;
  }
  return root && schema ? { schema, root } : null;
}

/** Every key that a place takes. */
export function keysAt(file: string, path: Path): Key[] {
  const found = at(file, path);
  if (!found) return [];
  return Object.entries(found.schema.properties ?? {}).map(([name, property]) => {
    const inside = resolved(property, found.root);
    const choices = inside?.enum ?? inside?.oneOf?.map((one) => one.const) ?? [];
    return {
      name,
      says: property.description ?? inside?.description ?? '',
      tables: property.items !== undefined && inside?.properties !== undefined,
      values: choices.filter((one): one is string => typeof one === 'string'),
    };
  });
}

/** The description of a key. */
export function keyAt(file: string, path: Path, name: string): Key | undefined {
  return keysAt(file, path).find((key) => key.name === name);
}

/** The place that a line is at: the last header above it, and inline tables open before `end`. */
export function placeAt(text: string, end: number): Path {
  const before = text.slice(0, end);
  const headers = [...before.matchAll(/^[ \t]*\[\[?([\w.-]+)\]\]?[ \t]*(?:#.*)?$/gm)];
  const last = headers.at(-1);
  const path = last?.[1]?.split('.') ?? [];
  const body = before.slice((last?.index ?? 0) + (last?.[0].length ?? 0));
  return [...path, ...openKeys(body)];
}

/** Keys of inline tables and lists that are still open at the end of a text. */
function openKeys(body: string): Path {
  const open: (string | null)[] = [];
  let key: string | null = null;
  // Strings and comments may have brackets in them: they are skipped whole.
  const tokens = /"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|([\w-]+)\s*=|([[{])|([\]}])|[,\n]/g;
  for (const [whole, name, opens, closes] of body.matchAll(tokens)) {
    if (name !== undefined) {
      key = name;
    } else if (opens) {
      open.push(key);
      key = null;
    } else if (closes) {
      open.pop();
    } else if (whole === ',' || (whole === '\n' && open.length === 0)) {
      key = null;
    }
  }
  return open.filter((one) => one !== null);
}
