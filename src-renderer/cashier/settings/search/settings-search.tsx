import { Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchField } from 'react-aria-components/SearchField';
import { useCashier } from '../../cashier-context.ts';
import { type Findable, findSettings } from './find-settings.ts';
import { leadTo } from './lead-to.ts';

interface SettingsSearchProps {
  readonly findable: readonly Findable[];
  readonly onPage: (page: string) => void;
  /** What stands there while nothing is looked for. */
  readonly children: ReactNode;
}

const idOf = ({ page, setting }: Findable): string => `${page} ${setting ?? ''}`;

/** Finds a setting by its words and leads to it. What was typed on the open page stays while somebody looks. */
export function SettingsSearch({ findable, onPage, children }: SettingsSearchProps) {
  const { t } = useCashier();
  const [typed, setTyped] = useState('');
  const giveUp = useRef<() => void>(() => undefined);
  useEffect(() => () => giveUp.current(), []);
  const found = findSettings(findable, typed);

  const choose = (id: string): void => {
    const chosen = found.find((each) => idOf(each) === id);
    if (chosen === undefined) return;
    setTyped('');
    onPage(chosen.page);
    giveUp.current();
    giveUp.current = leadTo(chosen.setting ?? `page.${chosen.page}`);
  };

  return (
    <div className="settings__side">
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField className="settings__search" aria-label={t('settingsSearch')}>
          <Search aria-hidden="true" />
          <Input autoComplete="off" spellCheck="false" placeholder={t('settingsSearch')} />
          {typed !== '' && (
            <Button className="settings__search-clear" aria-label={t('settingsSearchClear')}>
              <X aria-hidden="true" />
            </Button>
          )}
        </SearchField>
        {typed.trim() !== '' && (
          <ListBox
            className="settings__found"
            aria-label={t('settingsFound')}
            items={found.map((each) => ({ ...each, id: idOf(each) }))}
            onAction={(id) => choose(String(id))}
            renderEmptyState={() => <p className="quiet">{t('settingsFoundNone')}</p>}
          >
            {({ id, label, where }) => (
              <ListBoxItem id={id} className="settings__found-one" textValue={label}>
                <b>{label}</b>
                {where !== '' && <span className="quiet">{where}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        )}
      </Autocomplete>
      <div className="settings__pages" hidden={typed.trim() !== ''}>
        {children}
      </div>
    </div>
  );
}
