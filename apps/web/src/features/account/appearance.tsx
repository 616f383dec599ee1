import { Keyboard } from "lucide-react";
import { Button } from "../../components/button";
import { Section } from "../../components/page";
import { Segments } from "../../components/segments";
import { Switch } from "../../components/switch";
import { openPanel } from "../../lib/page/panels";
import { newestFirst, singleKeys } from "../../lib/page/preferences";
import { useStore } from "../../lib/page/store";
import { theme, themes } from "../../lib/page/theme";
import { t } from "../../texts";
import { LanguageChoice } from "./language-choice";

const options = themes.map((value) => ({ value, label: t.shell.themes[value] }));

/** Shows the language of the account, and the settings that this browser remembers. */
export const Appearance = () => (
  <Section title={t.account.appearance}>
    <LanguageChoice />
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span aria-hidden className="font-medium">
        {t.shell.theme}
      </span>
      <Segments label={t.shell.theme} name="theme" value={useStore(theme)} options={options} onChange={theme.set} />
    </div>
    <Switch label={t.account.newestFirst} isOn={useStore(newestFirst)} onChange={newestFirst.set} />
    <Switch
      label={t.shell.singleKeys}
      help={t.shell.singleKeysHelp}
      isOn={useStore(singleKeys)}
      onChange={singleKeys.set}
    />
    <div>
      <Button icon={<Keyboard aria-hidden size={16} />} onClick={() => openPanel.set("shortcuts")}>
        {t.account.shortcuts}
      </Button>
    </div>
  </Section>
);
