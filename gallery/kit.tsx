/** Stories of the kit: a labelled list of a component's states. */
import type { StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { LANGUAGE_LOCALES } from "../renderer/kit/i18n/index.ts";
import type { TillState } from "../renderer/store/state.ts";
import { TillProvider } from "../renderer/store/till-provider.tsx";
import { type Appearance, recorded, stopClock, useTillAt } from "./screen.tsx";

interface KitProps {
  appearance: Appearance;
  /** Fields of the till's state that differ from a till without sales */
  state?: Partial<TillState>;
  children: ReactNode;
}

function Kit({ appearance, state, children }: KitProps) {
  const stop = recorded("charge-empty");
  const value = useTillAt({ stop: { ...stop, till: { ...stop.till, ...state } }, appearance });
  return (
    <TillProvider value={value}>
      <I18nProvider locale={LANGUAGE_LOCALES[appearance.language]}>{children}</I18nProvider>
    </TillProvider>
  );
}

/** A state of a component: its content, and the fields of the till's state that it reads. */
export type State = [name: string, content: ReactNode, state?: Partial<TillState>];

/** A story with states below each other. @param all called when shown, because recordings are read then */
export function states(all: () => readonly State[]): StoryObj {
  return {
    render(_, { globals: { theme, language } }) {
      stopClock(recorded("charge-empty").at);
      return (
        <dl className="states">
          {all().map(([name, content, state]) => (
            <div key={`${name} ${theme} ${language}`}>
              <dt>{name}</dt>
              <dd>
                <Kit appearance={{ theme, language }} {...(state && { state })}>
                  {content}
                </Kit>
              </dd>
            </div>
          ))}
        </dl>
      );
    },
  };
}

/** A story of one state in the whole window, such as a dialog. */
export function whole(content: () => ReactNode, state?: Partial<TillState>): StoryObj {
  return {
    render(_, { globals: { theme, language } }) {
      stopClock(recorded("charge-empty").at);
      return (
        <Kit key={`${theme} ${language}`} appearance={{ theme, language }} {...(state && { state })}>
          {content()}
        </Kit>
      );
    },
  };
}

/** A text that is longer than any place for it. */
export const LONG_TEXT =
  "A long text that does not fit on one line, such as the name of a product with everything that is in it";
