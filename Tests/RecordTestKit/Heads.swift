import Bytes
import Foundation
package import HTTPModel

// Hand-made heads and event streams. Times are in microseconds since the flow began.

/// A head's text taken apart at its line ends and first colons; enough for heads that are well formed.
private func section(_ text: String, skipsFirstLine: Bool = true) -> FieldSection {
    let raw = Array(text.utf8)
    var lines: [FieldLine] = []
    var start = 0
    var isFirst = skipsFirstLine
    while let end = raw[start...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        if isFirst {
            isFirst = false
            continue
        }
        guard let colon = raw[start..<end].firstIndex(of: ASCII.colon) else { continue }
        var valueStart = colon + 1
        while raw[valueStart] == ASCII.space { valueStart += 1 }
        let valueEnd = max(valueStart, raw[end - 1] == ASCII.carriageReturn ? end - 1 : end)
        let name = Bytes(Array(raw[start..<colon])).lowercased.text
        let known = KnownField.allCases.first { $0 != .other && $0.name.description == name } ?? .other
        lines.append(
            FieldLine(
                start: start, nameEnd: colon, valueStart: valueStart, valueEnd: valueEnd, end: end + 1, known: known))
    }
    return FieldSection(raw: Bytes(raw), lines: lines)
}

package func trailers(_ text: String) -> FieldSection {
    section(text, skipsFirstLine: false)
}

package func requestHead(_ text: String, quirks: [Quirk] = []) -> RequestHead {
    let fields = section(text)
    let parts = fields.startLine.split(separator: ASCII.space)
    let range = parts[1].startIndex..<parts[1].endIndex
    let target = Bytes(Array(parts[1]))
    let method = Method(Bytes(Array(parts[0])))
    let form: RequestTarget.Form =
        if target == "*" {
            .asterisk
        } else if method == .connect {
            .authority
        } else {
            target.first == ASCII.slash ? .origin : .absolute
        }
    var path = range
    if form == .absolute, let slashes = target.text.range(of: "//") {
        let authority = target.text[slashes.upperBound...]
        let offset =
            target.count - (authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...].utf8.count } ?? 0)
        path = (range.lowerBound + offset)..<range.upperBound
    } else if form == .authority {
        path = range.upperBound..<range.upperBound
    }
    return RequestHead(
        method: method, target: RequestTarget(form: form, range: range, pathAndQuery: path), version: .http11,
        fields: fields, quirks: quirks)
}

package func responseHead(_ text: String, quirks: [Quirk] = []) -> ResponseHead {
    let fields = section(text)
    let line = fields.startLine
    let status = Int(line.slice(9..<12).text) ?? 0
    return ResponseHead(
        status: status, version: .http11, reasonRange: min(13, line.count)..<line.count, fields: fields, quirks: quirks)
}
