import type { FieldProblemView } from '../../../src-main/contract/views.ts';

/** Field by field, in main's or the service's own words. */
export function Problems({ problems }: { readonly problems: readonly FieldProblemView[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="problems">
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.message}`}>
          <b>{problem.path}</b> {problem.message}
        </li>
      ))}
    </ul>
  );
}
