import { useCashier } from '../../cashier-context.ts';
import { textFields } from '../connection-draft.ts';
import { hintOf, labelOf, pageOf, settingsIn } from '../setting-rows.ts';
import type { Findable } from './find-settings.ts';

/** Every page of Settings by its name, every setting with its help, and the fields of the connection. */
export function useFindable(tabs: readonly { readonly id: string; readonly title: string }[]): readonly Findable[] {
  const { t, view } = useCashier();
  const titleOf = (page: string): string => tabs.find(({ id }) => id === page)?.title ?? '';
  const pages = tabs.map(({ id, title }): Findable => ({ setting: null, page: id, label: title, where: '', help: '' }));
  const settings = settingsIn(view.settings).map((key): Findable => {
    const page = pageOf(key);
    return {
      setting: key,
      page,
      label: t(labelOf(key)),
      where: titleOf(page),
      help: hintOf(key, view.settings, t) ?? '',
    };
  });
  const connection = [...textFields, 'username', 'password'] as const;
  const fields = connection.map(
    (name): Findable => ({
      ...{ setting: `connection.${name}`, page: 'connection', label: t(name), where: titleOf('connection') },
      help: name === 'username' || name === 'password' ? t('account') : '',
    }),
  );
  return [...pages, ...fields, ...settings];
}
