import type { CommandOutput } from '../../../src-main/lib/commands.ts';
import { Grid } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { isAddress, textFields } from './connection-draft.ts';
import { saidOf, type Verdicts } from './connection-verdicts.ts';
import { useIsFixed } from './fixed-by.tsx';
import { SettingField } from './setting-field.tsx';

type Connection = CommandOutput<'connection.get'>['connection'];

interface ConnectionFieldsProps {
  readonly names?: readonly (typeof textFields)[number][];
  readonly connection: Connection;
  readonly wrong: ReadonlySet<string>;
  readonly verdicts?: Verdicts;
  readonly onChange: (part: Partial<Connection>) => void;
}

/** The addresses of a connection and what is typed beside them. */
export function ConnectionFields({
  names = textFields,
  connection,
  wrong,
  verdicts = {},
  onChange,
}: ConnectionFieldsProps) {
  const { t } = useCashier();
  const isFixed = useIsFixed();
  return (
    <Grid least={14} gap={[1, 1.25]}>
      {names.map((name) => (
        <SettingField
          key={name}
          label={t(name)}
          value={connection[name]}
          isWrong={wrong.has(name)}
          isFixed={isFixed(`service.${name}`)}
          rule={isAddress(name) ? 'addressRule' : 'checkField'}
          verdict={saidOf(verdicts[name], t)}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </Grid>
  );
}
