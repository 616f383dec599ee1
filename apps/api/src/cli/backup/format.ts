import { crc32 } from "node:zlib";
import { z } from "zod";

/**
 * A backup is a gzip file of lines, which can be read without this program: the head (JSON); for each table one line of
 * JSON, its rows as PostgreSQL's COPY writes them in text format, and `\.`; the tail (JSON). Its last gzip member has a
 * fixed length and contains the SHA-256 of all bytes before it. docs/backup.md describes it.
 */
export const FORMAT = "petstore-backup";
export const FORMAT_VERSION = 1;
export const END_OF_ROWS = Buffer.from("\\.\n");

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** The part of the head that is the same in all versions. This version does not know what a later version adds. */
export const AnyHead = z.object({ format: z.literal(FORMAT), version: z.int() });

export const Head = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  /** What wrote the backup; absent from backups of versions that did not write it. */
  release: z.strictObject({ version: z.string(), commit: z.string().optional(), schema: z.string() }).optional(),
  /** What in the backup is personal or secret, for people; absent from backups of versions that did not write it. */
  sensitive: z.string().max(1_000).optional(),
  postgres: z.string().max(100),
  migrations: z.array(z.strictObject({ name: z.string().regex(/^[0-9a-z_]{1,200}$/), checksum: sha256 })).min(1),
  partitions: z
    .array(
      z.strictObject({
        name: z.string().regex(/^audit_event_[a-z0-9_]{1,40}$/),
        start: z.iso.datetime().nullable(),
        end: z.iso.datetime().nullable(),
      }),
    )
    .max(2_000),
});

export const TableHead = z.strictObject({ table: identifier, columns: z.array(identifier).min(1) });

export const Tail = z.strictObject({
  tables: z.array(z.strictObject({ name: identifier, rows: count, sha256 })),
  sequences: z.array(
    z.strictObject({ name: identifier, lastValue: z.string().regex(/^[0-9]{1,19}$/), isCalled: z.boolean() }),
  ),
});

export type Head = z.infer<typeof Head>;
export type TableHead = z.infer<typeof TableHead>;
export type Tail = z.infer<typeof Tail>;

/** Builds a gzip member (RFC 1952) with a single stored block, which has the same bytes on every platform. */
export const footerOf = (digest: string): Buffer => {
  const text = Buffer.from(`${JSON.stringify({ sha256: digest })}\n`);
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  const block = Buffer.alloc(5);
  block.writeUInt8(1);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(0xffff - text.length, 3);
  const check = Buffer.alloc(8);
  check.writeUInt32LE(crc32(text));
  check.writeUInt32LE(text.length, 4);
  return Buffer.concat([head, block, text, check]);
};

export const FOOTER_BYTES = footerOf("0".repeat(64)).length;
