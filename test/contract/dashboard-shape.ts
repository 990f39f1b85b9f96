import type { Dashboard, DataQuery, FieldConfigSource, Panel, RowPanel } from '@grafana/schema';
import type { Options as StatOptions } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type { Options as TableOptions } from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type {
  FieldConfig as SeriesFieldConfig,
  Options as SeriesOptions,
} from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

/** Grafana's type of a dashboard, in the form of JSON. */
export type GrafanaDashboard = Json<Omit<Dashboard, 'panels'> & { panels: (ShownPanel | RowPanel)[] }>;

/** The panels of our dashboard with the options of their plugins. Grafana fills in missing options. */
type ShownPanel = Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> & { targets: PrometheusQuery[] } & (
    | { type: 'stat'; options: Partial<StatOptions>; fieldConfig: FieldConfigSource }
    | {
        type: 'timeseries';
        options: Partial<SeriesOptions>;
        fieldConfig: FieldConfigSource<Partial<SeriesFieldConfig>>;
      }
    | { type: 'table'; options: Partial<TableOptions>; fieldConfig: FieldConfigSource }
  );

/** The members of every query, and those of Prometheus, whose type is in a package with a whole editor. */
interface PrometheusQuery extends DataQuery {
  expr: string;
  legendFormat: string;
  range: boolean;
  instant?: boolean;
}

type Json<Value> = Value extends string
  ? `${Value}`
  : Value extends number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer One)[]
      ? Json<One>[]
      : Value extends object
        ? { [Key in keyof Value]: Json<Value[Key]> }
        : Value;
