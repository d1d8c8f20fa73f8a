/// How a page looks: light and dark as the reader's system has it, and on paper. Colours of pictures
/// are those of the diagrams and charts, so that a picture looks the same by itself.
enum PageStyle {
  /// For the one style element.
  static let text =
    """
    :root { color-scheme: light dark; --text: #1d2330; --faint: #5b6472; --paper: #ffffff;
      --panel: #f5f6f8; --line: #d5d9e0; --accent: #1f5fbf; --good: #1b6e3c; --bad: #b3261e;
      --warn: #8a5a00; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --faint: #a2abba;
      --paper: #14171d; --panel: #1e232c; --line: #39404d; --accent: #8ab4f8; --good: #7fd69b;
      --bad: #ff8a80; --warn: #f2c14e; } }
    * { box-sizing: border-box; }
    body { margin: 0; color: var(--text); background: var(--paper);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
    header, nav, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 1.5rem; }
    h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); }
    h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere; }
    h4 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
    header p, footer p, figcaption, .help { color: var(--faint); }
    p, li, dd { overflow-wrap: anywhere; }
    a { color: var(--accent); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; z-index: 3; }
    nav { position: sticky; top: 0; background: var(--paper); z-index: 2;
      border-bottom: 1px solid var(--line); }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0;
      padding: .6rem 0; }
    section { scroll-margin-top: 3.5rem; }
    .group { scroll-margin-top: 3.5rem; }
    .verdict { font-size: 1.2rem; padding: .75rem 1rem; border-left: .4rem solid var(--faint);
      background: var(--panel); }
    .verdict.good { border-color: var(--good); } .verdict.bad { border-color: var(--bad); }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; margin: .5rem 0; }
    dt { font-weight: 600; grid-column: 1; } dd { margin: 0; grid-column: 2; }
    dd.good { color: var(--good); } dd.bad { color: var(--bad); }
    .lines { padding-left: 1.2rem; margin: .4rem 0; }
    .scroll { overflow-x: auto; margin: .5rem 0; }
    table { border-collapse: collapse; font-size: .93rem; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0;
      border-bottom: 1px solid var(--line); }
    thead th { color: var(--faint); font-weight: 600; }
    tbody th { font-weight: 400; }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .bar { width: 12rem; min-width: 5rem; } .bar svg { width: 100%; height: .8rem; }
    .bar rect { fill: var(--accent); }
    .severity { font-weight: 600; } .severity.error { color: var(--bad); }
    .severity.warning { color: var(--warn); }
    .help { margin: .15rem 0 0; }
    pre { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; margin: .4rem 0;
      padding: .6rem .8rem; overflow-x: auto; max-height: 30rem; }
    code, pre { font: .88rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    details { margin: .6rem 0; border: 1px solid var(--line); border-radius: 4px; padding: 0 .9rem; }
    details[open] { padding-bottom: .7rem; }
    summary { cursor: pointer; padding: .5rem 0; font-weight: 600; overflow-wrap: anywhere; }
    #neighbours { display: grid; gap: .4rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
    #neighbours > h3, #neighbours > details[open] { grid-column: 1 / -1; margin-bottom: 0; }
    #neighbours > details { margin: 0; }
    figure { margin: .75rem 0; } figcaption { font-size: .9rem; }
    .canvas { border: 1px solid var(--line); border-radius: 4px; overflow: auto; max-height: 80vh;
      background: var(--paper); }
    .canvas > svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
    .tools { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .4rem 0; }
    .tools button, .tools input, .copy { font: inherit; color: inherit; background: var(--panel);
      border: 1px solid var(--line); border-radius: 4px; padding: .15rem .6rem; }
    .tools input[type=search] { width: 14rem; } .tools output { color: var(--faint); }
    .is-faded { opacity: .18; } .is-hidden { display: none; }
    .is-found { filter: drop-shadow(0 0 4px var(--accent)); }
    .is-moved { cursor: grab; touch-action: pan-y; }
    footer { margin-top: 3rem; border-top: 1px solid var(--line); font-size: .9rem; }
    @media print {
      :root { --text: #000; --faint: #444; --paper: #fff; --panel: #fff; --line: #999; }
      nav, .tools, .copy, .skip { display: none; }
      .canvas, pre { max-height: none; overflow: visible; } pre { white-space: pre-wrap; }
      section { break-inside: auto; } figure, tr { break-inside: avoid; }
    }

    """ + ChartStyle.text + DiagramStyle.css
}
