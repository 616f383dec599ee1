import { onTestFinished, vi } from "vitest";

/** The names of the files that what was drawn before saves from now on. */
export const savedFiles = (): readonly string[] => {
  const saved: string[] = [];
  const createElement = () => {
    const link = { download: "", click: () => saved.push(link.download) };
    return link;
  };
  Object.assign(document, { createElement });
  const blobs = { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined };
  vi.stubGlobal("URL", Object.assign(class extends URL {}, blobs));
  onTestFinished(() => void vi.unstubAllGlobals());
  return saved;
};
