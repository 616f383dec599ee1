import { onTestFinished, vi } from "vitest";

/**
 * Lets `fetch` answer the requests of XMLHttpRequest until the test ends. Before the answer, half of the body counts as
 * sent.
 */
export const fakeXhr = (): void => {
  class FakeXhr extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    readonly #end = new AbortController();
    #line: readonly [method: string, url: string] = ["GET", ""];
    status = 0;
    responseText = "";
    #received = new Headers();

    open(method: string, url: string) {
      this.#line = [method, url];
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }
    getAllResponseHeaders() {
      return [...this.#received].map(([name, value]) => `${name}: ${value}\r\n`).join("");
    }
    abort() {
      this.#end.abort();
      this.dispatchEvent(new Event("abort"));
    }
    send(body: Blob) {
      const sent = Object.assign(new Event("progress"), { loaded: body.size / 2, total: body.size });
      this.upload.dispatchEvent(sent);
      void this.#answer(body);
    }
    async #answer(body: Blob) {
      const [method, url] = this.#line;
      try {
        const response = await fetch(url, { method, headers: this.#headers, body, signal: this.#end.signal });
        this.status = response.status;
        this.#received = response.headers;
        this.responseText = await response.text();
        this.dispatchEvent(new Event("load"));
      } catch {
        if (!this.#end.signal.aborted) this.dispatchEvent(new Event("error"));
      }
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeXhr);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
};
