import { type ComponentProps, createContext, type KeyboardEvent, useContext, useId } from 'react';

/**
 * Tabs as WAI-ARIA describes them: one of them is in the order of the keyboard, arrows go round and choose. React Aria's own
 * measure the whole page for what can be focused each time something on it changes, which is with each sale, and are a
 * twelfth of what the window loads.
 */

const TabsContext = createContext({ group: '', selected: '', select: (_id: string): void => undefined });

interface TabsProps extends ComponentProps<'div'> {
  readonly selected: string;
  readonly onChoose: (id: string) => void;
}

export const Tabs = ({ selected, onChoose, ...rest }: TabsProps) => (
  <TabsContext value={{ group: useId(), selected, select: onChoose }}>
    <div {...rest} />
  </TabsContext>
);

function moveTo(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const now = tabs.indexOf(event.target as HTMLElement);
  const places: Readonly<Record<string, number>> = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: -1 };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  const tab = tabs.at(place % tabs.length);
  tab?.focus();
  tab?.click();
}

export const TabList = (props: ComponentProps<'div'>) => <div role="tablist" {...props} onKeyDown={moveTo} />;

export function Tab({ id, ...rest }: ComponentProps<'button'> & { readonly id: string }) {
  const { group, selected, select } = useContext(TabsContext);
  const isSelected = id === selected;
  return (
    <button
      type="button"
      role="tab"
      id={`${group}-${id}`}
      aria-selected={isSelected}
      aria-controls={isSelected ? `${group}-${id}-panel` : undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => select(id)}
      {...rest}
    />
  );
}

/** What is behind a tab is there while that is chosen. */
export function TabPanel({ id, ...rest }: ComponentProps<'div'>) {
  const { group, selected } = useContext(TabsContext);
  const tab = `${group}-${id}`;
  return id === selected ? <div role="tabpanel" id={`${tab}-panel`} aria-labelledby={tab} {...rest} /> : null;
}
