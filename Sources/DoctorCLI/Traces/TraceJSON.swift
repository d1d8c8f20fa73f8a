internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// Traces as JSON; times are nanoseconds, shares are parts of 1.
enum TraceJSON {
  static func value(_ result: TraceResult, _ limits: TraceLimits) -> JSONValue {
    let report = result.report
    var members: [String: JSONValue] = [
      "input": value(report.input), "nanoseconds": .integer(report.nanoseconds),
      "ignored": .integer(Int64(result.ignored)), "path": .string(result.path),
      "limits": .array(report.limits.map(JSONValue.string)),
      "patterns": .array(result.patterns.map(value)), "queries": .integer(Int64(report.queries)),
      "stages": .array(report.stages.map(value)),
      "statements": .integer(Int64(report.statements)),
      "templates": .array(report.templates.map(value)),
    ]
    if limits.showsTimeline { members["timeline"] = value(report.timeline) }
    if report.windows.count > 1 { members["windows"] = .array(report.windows.map(value)) }
    return .object(members)
  }

  private static func value(_ input: TraceInput) -> JSONValue {
    [
      "bytes": .integer(Int64(input.bytes)), "cutLines": .integer(Int64(input.cutLines)),
      "damagedLines": .integer(Int64(input.damagedLines)),
      "formats": .strings(input.formats.sorted().map(\.rawValue)),
      "level": .optional(input.level), "lines": .integer(Int64(input.lines)),
      "otherLines": .integer(Int64(input.otherLines)),
      "privateMessages": .integer(Int64(input.privateMessages)),
      "unknownSQLLines": .integer(Int64(input.unknownSQLLines)),
    ]
  }

  static func value(_ pattern: AccessPattern) -> JSONValue {
    var members: [String: JSONValue] = [
      "candidates": .strings(pattern.candidates),
      "certainty": .string(pattern.certainty.level), "depth": .integer(Int64(pattern.depth)),
      "distinct": .optional(pattern.distinct), "entity": .optional(pattern.entity),
      "kind": .string(pattern.kind.rawValue), "message": .string(pattern.message),
      "namesAreDerived": .bool(pattern.namesAreDerived),
      "nanoseconds": pattern.nanoseconds.map(JSONValue.integer) ?? .null,
      "occurrences": .integer(Int64(pattern.occurrences)), "outer": .optional(pattern.outer),
      "relationship": .optional(pattern.relationship), "rows": .integer(Int64(pattern.rows)),
      "rule": .string(TraceRules.rule(pattern.kind).id), "sql": .string(pattern.sql),
      "stage": .optional(pattern.stage),
      "statementShare": .number(pattern.statementShare),
      "statements": .integer(Int64(pattern.statements)),
      "timeShare": pattern.timeShare.map(JSONValue.number) ?? .null,
    ]
    members["sample"] = [
      "line": .integer(Int64(pattern.sample.line)), "object": .optional(pattern.sample.object),
      "values": pattern.sample.values.map { .strings($0) } ?? .null,
    ]
    if let source = pattern.source {
      members["source"] = [
        "entity": .optional(source.entity), "line": .integer(Int64(source.line)),
        "rows": .optional(source.rows), "sql": .string(source.sql),
      ]
    }
    return .object(members)
  }

  private static func value(_ template: TemplateProfile) -> JSONValue {
    [
      "count": .integer(Int64(template.count)), "entity": .optional(template.entity),
      "firstLine": .integer(Int64(template.firstLine)),
      "nanoseconds": .integer(template.nanoseconds),
      "purpose": .string(template.purpose.rawValue),
      "relationship": .optional(template.relationship), "rows": .integer(Int64(template.rows)),
      "share": .number(template.share),
      "slowestNanoseconds": .integer(template.slowestNanoseconds), "sql": .string(template.sql),
    ]
  }

  private static func value(_ stage: StageProfile) -> JSONValue {
    [
      "nanoseconds": .integer(stage.nanoseconds), "rows": .integer(Int64(stage.rows)),
      "stage": .string(stage.stage), "statements": .integer(Int64(stage.statements)),
      "templates": .array(stage.templates.map(value)),
    ]
  }

  private static func value(_ window: WindowProfile) -> JSONValue {
    [
      "end": window.end.map(JSONValue.integer) ?? .null,
      "firstLine": .integer(Int64(window.firstLine)),
      "nanoseconds": .integer(window.nanoseconds),
      "start": window.start.map(JSONValue.integer) ?? .null,
      "statements": .integer(Int64(window.statements)),
      "templates": .array(window.templates.map(value)),
    ]
  }

  private static func value(_ timeline: TraceTimeline) -> JSONValue {
    [
      "axis": .string(timeline.axis.rawValue), "spanLength": .integer(timeline.spanLength),
      "spans": .array(
        timeline.spans.map { span in
          [
            "commits": .integer(Int64(span.commits)), "faults": .integer(Int64(span.faults)),
            "nanoseconds": .integer(span.nanoseconds), "rows": .integer(span.rows),
            "statements": .integer(Int64(span.statements)),
          ]
        }), "start": .integer(timeline.start),
    ]
  }

  static func value(
    _ comparison: TraceComparison, _ before: TraceResult, _ after: TraceResult,
    fixed: [AccessPattern], kept: [AccessPattern], new: [AccessPattern]
  ) -> JSONValue {
    [
      "changes": .array(
        comparison.changes.map { change in
          [
            "countAfter": .integer(Int64(change.countAfter)),
            "countBefore": .integer(Int64(change.countBefore)),
            "entity": .optional(change.entity),
            "nanosecondsAfter": .integer(change.nanosecondsAfter),
            "nanosecondsBefore": .integer(change.nanosecondsBefore),
            "sql": .string(change.sql), "verdict": .string(change.verdict.rawValue),
          ]
        }),
      "fixed": .array(fixed.map(value)), "kept": .array(kept.map(value)),
      "new": .array(new.map(value)),
      "queriesAfter": .integer(Int64(after.report.queries)),
      "queriesBefore": .integer(Int64(before.report.queries)),
    ]
  }
}
