import type { IssueList } from './issues.ts';
import { field, visit } from './json.ts';

const inBill: readonly (readonly [pattern: readonly string[], successor: string])[] = [
  [['security', 'tse'], 'fiscalization'],
  [['security', 'extension:service', 'tseFailure'], 'failure'],
  [['security', 'extension:service', 'tseRequired'], 'required'],
];

const inRequest: readonly (readonly [pattern: readonly string[], successor: string])[] = [
  [['userIdentification', 'userId'], 'externalId'],
  [['userIdentification', 'loyaltyCardBarcode'], 'externalId'],
];

/** Warns about deprecated fields of a bill (interface document 9); to-wire.ts sends them on under their successors. */
export function warnAboutDeprecated(bill: unknown, warnings: IssueList): void {
  for (const [pattern, successor] of inBill) {
    visit(bill, pattern, (value, path) => {
      if (value === null) return;
      const both = (field(bill, ...pattern.slice(0, -1), successor) ?? null) !== null;
      const then = both ? 'both are there and sent on as they are' : 'it is sent on under that name';
      const message = `Found the deprecated field "${path.at(-1)}". Expected "${successor}"; ${then}.`;
      warnings.add(path, 'deprecated', message);
    });
  }
}

/** The same for the request around the bill; these two are passed on as they are. */
export function warnAboutDeprecatedIdentification(request: unknown, warnings: IssueList): void {
  for (const [pattern, successor] of inRequest) {
    visit(request, pattern, (value, path) => {
      if (value === null) return;
      const message = `Found the deprecated field "${path.at(-1)}". Expected "${successor}"; it is passed on unchanged.`;
      warnings.add(path, 'deprecated', message);
    });
  }
}
