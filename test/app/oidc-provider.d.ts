/** The members of the package `oidc-provider` that the sign-in test uses. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Context {
    readonly path: string;
    readonly querystring: string;
    status: number;
    body: unknown;
    readonly oidc: { readonly client: unknown; readonly params?: Readonly<Record<string, unknown>> };
  }
  type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>;
  interface Token {
    readonly expiration: number;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly AccessToken: new (
      fields: object,
    ) => Token;
    readonly RefreshToken: new (
      fields: object,
    ) => Token;
    readonly Grant: new (
      fields: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    registerGrantType(name: string, handler: (ctx: Context) => Promise<void>, parameters: readonly string[]): void;
    use(middleware: Middleware): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
