import 'react';

declare module 'react' {
  interface CSSProperties {
    readonly '--characters'?: string;
    readonly '--least'?: string;
    readonly '--place'?: string;
    readonly '--tone'?: string;
    readonly '--soft'?: string;
    readonly '--left-ms'?: string;
    readonly '--scale'?: string;
    readonly '--u'?: string;
    readonly '--sentence-base'?: string;
    readonly '--headline-base'?: string;
  }
}
