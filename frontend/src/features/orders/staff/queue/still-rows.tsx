import { Component, createRef, type ReactNode } from 'react';

interface StillRowsProps {
  /** Whether the rows are of the same filter as before. */
  readonly still: boolean;
  readonly children: ReactNode;
}

interface Seen {
  readonly row: HTMLTableRowElement;
  readonly top: number;
}

/**
 * Rows that stay where they are on screen when others above them come or go, as under another admin's hands. Browsers
 * do so for everything but the rows of a table. Only a class can measure before React changes the page.
 */
export class StillRows extends Component<StillRowsProps> {
  private readonly body = createRef<HTMLTableSectionElement>();

  override getSnapshotBeforeUpdate(before: StillRowsProps): readonly Seen[] {
    // At the top of the page, what is new is shown.
    if (window.scrollY === 0 || !before.still || !this.props.still) return [];
    return [...(this.body.current?.rows ?? [])]
      .map((row) => ({ row, top: row.getBoundingClientRect().top }))
      .filter(({ top }) => top >= 0 && top < window.innerHeight);
  }

  override componentDidUpdate(_props: StillRowsProps, _state: unknown, seen: readonly Seen[]): void {
    const first = seen.find(({ row }) => row.isConnected);
    const moved = first === undefined ? 0 : first.row.getBoundingClientRect().top - first.top;
    if (moved !== 0) window.scrollBy(0, moved);
  }

  override render(): ReactNode {
    return (
      <tbody ref={this.body} className="max-md:block">
        {this.props.children}
      </tbody>
    );
  }
}
