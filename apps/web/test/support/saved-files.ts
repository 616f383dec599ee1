import { onTestFinished, vi } from "vitest";

/** Records the names of files that are saved from now on, by components that are already drawn. */
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
