/// How diagrams look. A page has this once; a picture that is a file of its own carries it.
public enum DiagramStyle {
  /// The style sheet. All its rules are about what is inside an element of the class `diagram`. Colours
  /// follow the reader's system, or the attribute `data-theme` of the page.
  public static let css = """
    .diagram{--back:#fff;--ink:#1c2430;--muted:#5c6675;--line:#7a8494;--edge:#b8c0cc;--head:#e9eef6;\
    --box:#fbfcfe;--accent:#1f5fbf;--added:#0f6b35;--removed:#a3261f;--changed:#8a5300;\
    --added-back:#e2f4e8;--removed-back:#fbe6e4;--changed-back:#fbf0dc;--group:#f4f6fa;\
    font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
    font-size:12px}
    @media (prefers-color-scheme:dark){:root:not([data-theme=light]) .diagram,\
    svg.diagram:root{\(dark)}}
    :root[data-theme=dark] .diagram{\(dark)}
    @media print{.diagram,svg.diagram:root{--back:#fff;--box:#fff}}
    .diagram text{fill:var(--ink);white-space:pre}
    .diagram .back{fill:var(--back)}
    .diagram .box{fill:var(--box);stroke:var(--line)}
    .diagram .head{fill:var(--head)}
    .diagram .rule{stroke:var(--edge);fill:none}
    .diagram .name{font-size:13px;font-weight:600}
    .diagram .sub{font-size:11px}
    .diagram .label{font-size:10px;fill:var(--muted)}
    .diagram .end{text-anchor:end}
    .diagram .mid{text-anchor:middle}
    .diagram .type,.diagram .muted{fill:var(--muted)}
    .diagram .key{font-weight:600;text-decoration:underline}
    .diagram .soft{font-style:italic}
    .diagram .gone{text-decoration:line-through}
    .diagram .line{fill:none;stroke:var(--line);stroke-width:1.3}
    .diagram .sign{fill:var(--back);stroke:var(--line);stroke-width:1.3}
    .diagram .broken>.line{stroke-dasharray:5 4}
    .diagram .abstract .name{font-style:italic}
    .diagram .undeclared .box{stroke-dasharray:4 3}
    .diagram text.added{fill:var(--added)}
    .diagram text.removed,.diagram text.error{fill:var(--removed)}
    .diagram text.changed,.diagram text.warning{fill:var(--changed)}
    .diagram text.note{fill:var(--accent)}
    .diagram .added>.box,.diagram .added>.line,.diagram .added>.sign{stroke:var(--added)}
    .diagram .removed>.box,.diagram .removed>.line,.diagram .removed>.sign{stroke:var(--removed)}
    .diagram .changed>.box,.diagram .changed>.line,.diagram .changed>.sign{stroke:var(--changed)}
    .diagram .added>.head{fill:var(--added-back)}
    .diagram .removed>.head{fill:var(--removed-back)}
    .diagram .changed>.head{fill:var(--changed-back)}
    .diagram .added>.label{fill:var(--added)}
    .diagram .removed>.label{fill:var(--removed)}
    .diagram .changed>.label{fill:var(--changed)}
    .diagram .group{fill:var(--group);stroke:var(--edge)}
    .diagram .strong{stroke-width:2.4}
    .diagram .centre>.box{stroke:var(--accent);stroke-width:2.4}
    .diagram .here>.box{stroke:var(--accent);stroke-width:2.6}
    .diagram text.here{fill:var(--accent);font-weight:600}
    .diagram .stage .box{fill:var(--head);stroke:var(--edge)}
    .diagram .way .box{stroke:var(--line)}
    .diagram .version:focus>.box,.diagram .stage:focus>.box{stroke:var(--accent);stroke-width:2.4}
    .diagram .version:focus,.diagram .stage:focus{outline:none}
    .diagram .entity:focus{outline:none}
    .diagram .entity:focus>.box,.diagram .entity:hover>.box{stroke:var(--accent);stroke-width:2.4}
    .diagram .relationship:hover>.line{stroke:var(--accent);stroke-width:2.6}

    """

  private static let dark = """
    --back:#14181f;--ink:#e4e8ee;--muted:#a0a9b8;--line:#8893a5;--edge:#3b4454;--head:#252d3a;\
    --box:#1b212a;--accent:#7fb0ff;--added:#6fd694;--removed:#ff9a92;--changed:#f0b860;\
    --added-back:#173325;--removed-back:#3d1f1e;--changed-back:#3a2d14;--group:#191e26
    """
}
