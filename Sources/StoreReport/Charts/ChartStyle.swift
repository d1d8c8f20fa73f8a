/// How charts look. Every kind of bar differs from the others in lightness too, for eyes and printers
/// that see no colours; names stand beside the charts.
enum ChartStyle {
  /// For a style element.
  static let text =
    """
    .chart, .key { --read: #4c78c8; --fault: #d9822b; --write: #2f8f5b; --other: #b9bfc9; --block: #b3261e;
      --ink: #1d2330; --rule: #d5d9e0; }
    @media (prefers-color-scheme: dark) { .chart, .key { --read: #7aa2f0; --fault: #f0a860;
      --write: #63c48d; --other: #5a6372; --block: #ff8a80; --ink: #e6e9ef; --rule: #39404d; } }
    .chart text { fill: var(--ink); font: 12px system-ui, sans-serif; }
    .chart .end { text-anchor: end; } .chart .rule { stroke: var(--rule); }
    .key { display: flex; flex-wrap: wrap; gap: .2rem 1rem; list-style: none; margin: .3rem 0; padding: 0; }
    .key svg { width: .8rem; height: .8rem; margin-right: .35rem; }
    .chart .reads, .key .reads { fill: var(--read); }
    .chart .faults, .key .faults { fill: var(--fault); }
    .chart .writes, .key .writes { fill: var(--write); }
    .chart .others, .key .others { fill: var(--other); }
    .chart .inserts, .key .inserts { fill: var(--write); } .chart .updates, .key .updates { fill: var(--other); }
    .chart .deletes, .key .deletes { fill: var(--block); }
    .chart .block { fill: var(--block); }

    """
}
