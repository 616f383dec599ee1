-- The logo of the store: docs/decisions/0169-logo.md. The rule is that of the contract, which also reads the picture's header.
ALTER TABLE "store"
    ADD COLUMN "logo" TEXT,
    ADD CONSTRAINT "store_logo_length" CHECK (char_length("logo") <= 30000),
    ADD CONSTRAINT "store_logo_form" CHECK ("logo" ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$');
