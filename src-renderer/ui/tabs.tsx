import { type ComponentProps, createContext, type KeyboardEvent, useContext, useId } from 'react';

/** React Aria's tabs are not used, because they search the page at every change and are a tenth of the loaded code. */
type TabsOf = { readonly group: string; readonly selected: string; readonly select: (id: string) => void };
const TabsContext = createContext<TabsOf>({ group: '', selected: '', select: () => undefined });

export const Tabs = ({ selected, select, ...rest }: ComponentProps<'div'> & Omit<TabsOf, 'group'>) => (
  <TabsContext value={{ group: useId(), selected, select }}>
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

export function TabPanel({ id, ...rest }: ComponentProps<'div'>) {
  const { group, selected } = useContext(TabsContext);
  const tab = `${group}-${id}`;
  return id === selected ? <div role="tabpanel" id={`${tab}-panel`} aria-labelledby={tab} {...rest} /> : null;
}
