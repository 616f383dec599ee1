CREATE TABLE "media_object" (
    "key" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "unreferenced_since" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_object_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "media_object_key_length" CHECK (char_length("key") BETWEEN 1 AND 1000),
    CONSTRAINT "media_object_sha256_length" CHECK (octet_length("sha256") = 32),
    CONSTRAINT "media_object_digest_length" CHECK (octet_length("digest") = 32),
    CONSTRAINT "media_object_bytes_range" CHECK ("bytes" >= 1)
);

CREATE INDEX "media_object_sha256_width_idx" ON "media_object"("sha256", "width");

CREATE INDEX "media_object_unreferenced_since_idx" ON "media_object"("unreferenced_since");
