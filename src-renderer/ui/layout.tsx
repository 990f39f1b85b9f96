import type { ComponentProps, CSSProperties, ElementType, ReactNode } from 'react';

interface Layout {
  /** The gap in rem: one value, or one between rows and one between columns. */
  readonly gap?: number | readonly [rows: number, columns: number];
  readonly align?: CSSProperties['alignItems'];
  readonly justify?: CSSProperties['justifyContent'];
  /** The minimum width of a column of a grid, in rem. */
  readonly least?: number;
  /** The colour of a state, for the ground of a card and for its text. */
  readonly tone?: 'good' | 'warn' | 'bad' | undefined;
  readonly className?: string | undefined;
}

type LayoutProps<Tag extends ElementType> = Layout &
  Omit<ComponentProps<Tag>, keyof Layout | 'as' | 'style'> & { readonly as?: Tag };

type Box = <Tag extends ElementType = 'div'>(props: LayoutProps<Tag>) => ReactNode;

const box =
  (look: string): Box =>
  ({
    as: Tag = 'div',
    gap,
    align,
    justify,
    least,
    tone,
    className,
    ...rest
  }: Layout & { readonly as?: ElementType }) => (
    <Tag
      className={className === undefined ? look : `${look} ${className}`}
      data-tone={tone}
      style={{
        ...(gap !== undefined && {
          gap: [gap]
            .flat()
            .map((one) => `${one}rem`)
            .join(' '),
        }),
        ...(align !== undefined && { alignItems: align }),
        ...(justify !== undefined && { [look === 'row' ? 'justifyContent' : 'justifyItems']: justify }),
        ...(least !== undefined && { '--least': `${least}rem` }),
      }}
      {...rest}
    />
  );

/** Children below each other. */
export const Stack = box('stack');

/** Children beside each other, and on the next line if there is no space. */
export const Row = box('row');

/** As many columns as fit. */
export const Grid = box('grid');

/** A sheet of the page. Its tint shows a state. */
export const Card = box('stack card');

export const toneOf = (isGood: boolean) => (isGood ? 'good' : 'bad');
