import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { openSilentProxy, type SilentProxy } from "./silent-proxy.js";
import { findFreePort } from "../service/service-process.js";

describe("openSilentProxy", () => {
  let cleanup = createCleanup();
  let proxy: SilentProxy;
  let heard: string[];

  beforeEach(async () => {
    cleanup = createCleanup();
    heard = [];
    const echo = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data: Buffer) => {
        heard.push(data.toString());
        socket.write(data);
      });
    }).listen(0, "127.0.0.1");
    await once(echo, "listening");
    cleanup.add(() => echo.close());
    proxy = await openSilentProxy(await findFreePort(), (echo.address() as AddressInfo).port, cleanup);
  });
  afterEach(() => cleanup.all());

  const open = async () => {
    const socket = connect(proxy.port, "127.0.0.1");
    cleanup.add(() => socket.destroy());
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };

  it("forwards both ways", async () => {
    const socket = await open();
    socket.write("one");
    expect(String((await once(socket, "data"))[0])).toBe("one");
  });

  it("passes nothing and closes nothing while silent, and serves new connections when healed", async () => {
    const former = await open();
    former.write("before");
    await once(former, "data");
    expect(proxy.silence()).toBe(1);
    const during = await open();
    former.write("lost");
    during.write("lost");
    proxy.heal();
    const later = await open();
    later.write("after");
    expect(String((await once(later, "data"))[0])).toBe("after");
    expect(heard).toEqual(["before", "after"]);
    expect([former.destroyed, during.destroyed]).toEqual([false, false]);
  });
});
