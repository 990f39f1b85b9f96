import 'react';

declare module 'react' {
  /** Custom properties that the style sheets read. */
  interface CSSProperties {
    readonly '--characters'?: string;
    readonly '--left-ms'?: string;
  }
}
