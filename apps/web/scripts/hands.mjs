/** An error that a job throws if the pages cannot do it. */
export class Missing extends Error {}

const PATIENCE_MS = 60_000;

/**
 * Stands for the hands of a person. It counts what they press, but not what they wait for or read. What a person presses
 * in the windows of the system, which a script cannot use, is counted as well.
 */
export const handsOn = (page) => {
  const done = { clicks: 0, keys: 0 };
  const press = async (...keys) => {
    for (const key of keys) {
      done.keys += 1;
      await page.keyboard.press(key);
    }
  };
  const isFocused = (target) => target.first().evaluate((element) => element === document.activeElement);
  return {
    page,
    done,
    press,
    click: async (target) => {
      done.clicks += 1;
      await target.first().click({ timeout: PATIENCE_MS });
    },
    type: async (text) => {
      done.keys += text.length;
      await page.keyboard.type(text);
    },
    /** Presses Tab, or another key, until a control has the focus. */
    pressUntil: async (target, key = "Tab") => {
      await target.first().waitFor({ state: "attached" });
      for (let presses = 0; !(await isFocused(target)); presses += 1) {
        if (presses > 40) throw new Error(`${key} does not reach ${target}.`);
        await press(key);
      }
    },
    /** Opens the dialog for files with a key, types the name of the file and presses Enter. */
    chooseFileByKeys: async (file) => {
      done.keys += 1;
      for (let presses = 0; presses < 5; presses += 1) {
        const opened = page.waitForEvent("filechooser", { timeout: 2_000 }).catch(() => undefined);
        await page.keyboard.press("Space");
        const chooser = await opened;
        if (chooser === undefined) continue;
        done.keys += file.name.length + 1;
        return chooser.setFiles(file);
      }
      throw new Error("Space does not open the dialog for files.");
    },
    /** Opens the dialog for files, or the camera, with a click. @param clicks - What it takes in the dialog. */
    chooseFile: async (target, file, clicks = 2) => {
      const opened = page.waitForEvent("filechooser");
      done.clicks += 1 + clicks;
      await target.first().click();
      await (await opened).setFiles(file);
    },
    /** Chooses an option of the platform's own menu: a click opens it, and another chooses. */
    choose: async (target, option) => {
      done.clicks += 2;
      await target.selectOption(option);
    },
    button: (name) => page.getByRole("button", { name, exact: typeof name === "string" }),
    item: (name) => page.getByRole("menuitem", { name }),
    shows: (text) => page.getByText(text).first().waitFor({ timeout: PATIENCE_MS }),
  };
};

export const isThere = (locator, timeout = 3_000) =>
  locator
    .first()
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    );
