import type { WindowSettingKey } from '../../../../src-main/kernel/window-settings.ts';
import { useCashier } from '../../cashier-context.ts';
import { textFields } from '../connection-draft.ts';
import { type SettingRow, settingRows } from '../setting-rows.ts';
import type { Findable } from './find-settings.ts';

/** Every page of Settings by its name, every setting with its help, and the fields of the connection. */
export function useFindable(tabs: readonly { readonly id: string; readonly title: string }[]): readonly Findable[] {
  const { t, view } = useCashier();
  const titleOf = (page: string): string => tabs.find(({ id }) => id === page)?.title ?? '';
  const pages = tabs.map(({ id, title }): Findable => ({ setting: null, page: id, label: title, where: '', help: '' }));
  const settings = (Object.keys(settingRows) as WindowSettingKey[]).map((key): Findable => {
    const row: SettingRow = settingRows[key];
    const hint = typeof row.hint === 'function' ? row.hint(view.settings) : row.hint;
    return {
      ...{ setting: key, page: row.page, label: t(row.label), where: titleOf(row.page) },
      help: hint === undefined ? '' : t(hint),
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
