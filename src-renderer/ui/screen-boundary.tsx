import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly rev: number;
  readonly onFailed: (detail: string) => void;
  readonly children: ReactNode;
}

/** If a screen cannot be drawn, shows an empty page, logs one line, and tries again with the next snapshot. */
export class ScreenBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static readonly getDerivedStateFromError = () => ({ failed: true });

  override componentDidCatch(error: Error): void {
    this.props.onFailed(error.name);
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.failed && before.rev !== this.props.rev) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
