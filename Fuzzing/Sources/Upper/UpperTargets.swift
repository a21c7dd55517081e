import Bytes

/// What stands on the wire: dissection, meaning, recordings. Left out of the small fuzzer that is run on each change.
let upperTargets: [String: @Sendable (Bytes) -> Void] = [
    "dissection": DissectionTarget.run, "url": URLTarget.run, "cookies": CookieTarget.run, "dates": DateTarget.run,
    "structured": StructuredTarget.run, "explanation": ExplanationTarget.run, "recordings": RecordingTarget.run,
    "filters": FilterTarget.run, "bodies": BodyTarget.run, "frames": FrameTarget.run, "saz": ImportTarget.saz,
    "mitmproxy": ImportTarget.mitmproxy, "rules": RuleTarget.run, "redaction": RedactionTarget.run,
    "terminal": TerminalTarget.run, "sessions": SessionFileTarget.run, "protobuf": ProtobufTarget.run,
    "protos": ProtoTextTarget.run,
]
