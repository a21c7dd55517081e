import Bytes
package import Judge
package import Messages

/// What an entry says of a flow beyond its record.
package struct HARAdditions {
    /// What was found in the flow; nil: it is still to be looked at.
    package var findings: [Finding]?
    /// What was replaced in it; nil when nothing was to be.
    package var places: RedactedPlaces?
    /// What a person wrote about it.
    package var comment: String?
    package var tags: [String]
    /// By which messages of calls have names.
    package var schema: ProtoSchema?
    /// What entries before it have of handshakes; nil where each is written anew.
    package var handshakes: WrittenHandshakes?

    package init(
        findings: [Finding]? = nil, places: RedactedPlaces? = nil, comment: String? = nil, tags: [String] = [],
        schema: ProtoSchema? = nil, handshakes: WrittenHandshakes? = nil
    ) {
        self.findings = findings
        self.places = places
        self.comment = comment
        self.tags = tags
        self.schema = schema
        self.handshakes = handshakes
    }
}

extension JSONWriter {
    mutating func additions(_ additions: HARAdditions) {
        if !additions.tags.isEmpty {
            beginArray("_tags")
            for tag in additions.tags { string(tag) }
            endArray()
        }
        if let comment = additions.comment { member("comment", comment) }
        if let places = additions.places, !places.isEmpty { redacted(places) }
    }

    /// `_redacted`: how many secrets stood where. Sizes and framing in the entry are those of what was on the wire.
    private mutating func redacted(_ places: RedactedPlaces) {
        beginObject("_redacted")
        beginObject("places")
        for (place, count) in places.counts {
            key(escaping: Bytes(place))
            integer(count)
        }
        endObject()
        state("requestBody", places.request.state)
        state("responseBody", places.response.state)
        endObject()
    }

    private mutating func state(_ name: StaticString, _ state: RedactedPlaces.State) {
        switch state {
        case .untouched: return
        case .replaced:
            key(name)
            string("replaced" as StaticString)
        case .leftOut(let why):
            key(name)
            string("omitted: \(why)")
        }
    }
}
