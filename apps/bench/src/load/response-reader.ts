const HEAD_BYTES = 8192;
const lengthField = /\r\ncontent-length: *([0-9]+)/i;
const endOfChunks = "0\r\n\r\n";

export const createResponseReader = (onResponse: (status: number) => void) => {
  let head = "";
  let status = 0;
  let missing = 0;

  const readBody = (bytes: Buffer, size: number, from: number) => {
    const isChunked = missing < 0;
    if (!isChunked) missing -= size - from;
    const isWhole = isChunked
      ? bytes.toString("latin1", Math.max(from, size - endOfChunks.length), size) === endOfChunks
      : missing === 0;
    if (!isWhole) return;
    head = "";
    missing = 0;
    onResponse(status);
  };

  return (bytes: Buffer, size: number): void => {
    if (missing !== 0) return readBody(bytes, size, 0);
    const before = head.length;
    head += bytes.toString("latin1", 0, Math.min(size, HEAD_BYTES));
    const end = head.indexOf("\r\n\r\n");
    if (end === -1) return;
    // A regular expression costs more than everything else here, and most servers write this header field in the same
    // way.
    const at = head.indexOf("\r\nContent-Length: ");
    const length = at === -1 ? lengthField.exec(head)?.[1] : head.slice(at + 18, head.indexOf("\r", at + 18));
    status = Number(head.slice(9, 12));
    missing = length === undefined ? -1 : Number(length);
    readBody(bytes, size, end + 4 - before);
  };
};
