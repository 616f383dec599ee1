const REFRESH_MS = 200;
const CLEAR_LINE = "\r\u001B[K";
const TITLE_WIDTH = 26;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Prints one line with the time for each step. A terminal shows the running time and the last detail. A pipe gets the
 * title at once, and the time when the step is done.
 * @param {{ isTTY?: boolean, write(text: string): void }} stream
 */
export const createProgress = (stream) => ({
  /**
   * @template Result
   * @param {string} title
   * @param {(showDetail: (text: string) => void) => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  step: async (title, work) => {
    const startedAt = performance.now();
    const label = `  ${title.padEnd(TITLE_WIDTH)}`;
    const elapsed = () => seconds(performance.now() - startedAt).padStart(8);
    let detail = "";
    const refresh = () => stream.write(`${CLEAR_LINE}${label}${elapsed()}  ${detail}`);
    stream.write(label);
    const timer = stream.isTTY ? setInterval(refresh, REFRESH_MS) : undefined;
    const finish = (suffix) => {
      clearInterval(timer);
      stream.write(`${stream.isTTY ? `${CLEAR_LINE}${label}` : ""}${elapsed()}${suffix}\n`);
    };
    try {
      const result = await work((text) => (detail = text));
      finish("");
      return result;
    } catch (error) {
      finish("  failed");
      throw error;
    }
  },
});
