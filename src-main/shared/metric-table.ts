import table from './metrics.json' with { type: 'json' };

/** Every metric by its OpenTelemetry name. Attributes never name a person, receipt, store or address. */
type Table = typeof table;
export type MetricName = keyof Table;

const kinds = ['counter', 'histogram', 'gauge'] as const;
type Kind = (typeof kinds)[number];

export interface MetricDescription {
  readonly kind: Kind;
  /** The unit in UCUM notation. Counted things are in braces. */
  readonly unit: string;
  readonly says: string;
  readonly attributes: readonly string[];
  /** The bounds of a histogram, in its unit. */
  readonly bounds?: readonly number[] | undefined;
}

/** A row has its unit under the name of its kind. */
type Row = { readonly [Name in Kind]?: string } & Pick<MetricDescription, 'says' | 'bounds'> & {
    readonly attributes: Readonly<Record<string, string>>;
  };

function described({ says, bounds, attributes, ...units }: Row): MetricDescription {
  const kind = kinds.find((one) => units[one] !== undefined) ?? 'gauge';
  return { kind, unit: units[kind] ?? '', says, attributes: Object.keys(attributes), bounds };
}

export const metrics = Object.fromEntries(
  Object.entries<Row>(table).map(([name, row]) => [name, described(row)]),
) as Readonly<Record<MetricName, MetricDescription>>;

type OfKind<Name extends Kind> = {
  [Each in MetricName]: Table[Each] extends Readonly<Record<Name, string>> ? Each : never;
}[MetricName];
export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
type GaugeName = OfKind<'gauge'>;

/** Values are the app's own codes and numbers; null omits the attribute. */
type Attributes<Name extends MetricName> = {
  readonly [Key in keyof Table[Name]['attributes']]: string | number | null;
};

/** The attributes of a measurement. The session adds its mode (`inMode`). */
export type MetricAttributes<Name extends MetricName> = Omit<Attributes<Name>, 'mode'>;

export type Observation = {
  [Name in GaugeName]: { readonly name: Name; readonly value: number; readonly attributes: Attributes<Name> };
}[GaugeName];
