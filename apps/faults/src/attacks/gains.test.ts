import { describe, expect, it } from "vitest";
import { addGains, createGains } from "./gains.js";

const answers = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 431 Too large\r\n\r\nHTTP/1.1 200 OK\r\n\r\n";

describe("the gains of an attacker", () => {
  it("count each response once, wherever the packets are cut", () => {
    for (let size = 1; size <= answers.length; size += 1) {
      const gains = createGains();
      const read = gains.reader();
      let found = 0;
      for (let at = 0; at < answers.length; at += size) found += read(Buffer.from(answers.slice(at, at + size)));
      expect({ found, ...gains.counts().statuses }).toEqual({ found: 3, 200: 2, 431: 1 });
    }
  });

  it("add up over several processes", () => {
    const one = { opened: 1, refused: 2, closed: 3, statuses: { 200: 4 } };
    const other = { opened: 10, refused: 20, closed: 30, statuses: { 200: 40, 503: 50 } };
    expect(addGains([one, other])).toEqual({ opened: 11, refused: 22, closed: 33, statuses: { 200: 44, 503: 50 } });
  });
});
