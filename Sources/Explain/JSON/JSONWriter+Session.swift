package import Bytes
package import Flow
package import HTTPSemantics

// The reasoning over a session as JSON. The names of the members are a contract with scripts.

extension JSONWriter {
    /// The reasoning over all entries.
    package mutating func session(_ exchanges: [FlowRecord]) {
        beginObject()
        beginArray("cookies")
        for entry in CookieStory(exchanges).entries { cookies(entry) }
        endArray()
        beginArray("cache")
        for entry in CacheStory(exchanges).entries { cache(entry) }
        endArray()
        beginArray("redirects")
        for journey in RedirectChain.find(in: exchanges) { redirects(journey) }
        endArray()
        endObject()
    }

    /// What both caches would have done with one entry.
    ///
    /// - Parameter hasWords: with what happened in a few sentences.
    package mutating func cache(_ entry: CacheStory.Entry, hasWords: Bool = false) {
        beginObject()
        member("entry", entry.index)
        key("private")
        side(entry.privateCache, hasWords)
        key("shared")
        side(entry.shared, hasWords)
        endObject()
    }

    /// One chain of redirects.
    package mutating func redirects(_ journey: RedirectChain) {
        beginObject()
        beginArray("entries")
        for entry in journey.entries { integer(entry) }
        endArray()
        beginArray("story")
        for line in journey.story { string(line.text) }
        endArray()
        endObject()
    }

    /// What became of the cookies of one entry.
    ///
    /// - Parameter hasWords: with what became of each in a sentence.
    package mutating func cookies(_ entry: CookieStory.Entry, hasWords: Bool = false) {
        beginObject()
        member("entry", entry.index)
        beginArray("set")
        for setting in entry.settings {
            beginObject()
            member("name", setting.name)
            member("stored", setting.isStored)
            member("step", setting.step)
            key("attributes")
            attributes(setting.attributes)
            if hasWords { member("text", setting.text.text) }
            endObject()
        }
        endArray()
        beginArray("sent")
        for sending in entry.sendings {
            beginObject()
            member("name", sending.name)
            member("sent", sending.isSent)
            key("expected")
            // What the session does not show is neither.
            if let isExpected = sending.isExpected { boolean(isExpected) } else { null() }
            member("step", sending.step)
            if hasWords { member("text", sending.text.text) }
            endObject()
        }
        endArray()
        beginArray("jar")
        for pair in entry.jar { string(pair) }
        endArray()
        endObject()
    }

    /// By name, as they are written; an attribute without a value is `true`. Of a repeated one the last counts
    /// (RFC 6265bis §5.6), so it is the one that is told.
    private mutating func attributes(_ attributes: [CookieStory.Attribute]) {
        beginObject()
        for (place, attribute) in attributes.enumerated() {
            let isLast = !attributes[(place + 1)...].contains { $0.name.equalsIgnoringCase(attribute.name) }
            guard isLast else { continue }
            key(escaping: attribute.name)
            if let value = attribute.value { string(value) } else { boolean(true) }
        }
        endObject()
    }

    private mutating func side(_ side: CacheStory.Side, _ hasWords: Bool) {
        beginObject()
        member("stored", side.isStored)
        member("reason", side.reason.text)
        member("served", side.served.rawValue)
        key("lifetime")
        if let lifetime = side.lifetime { integer(lifetime) } else { null() }
        key("age")
        if let age = side.age { integer(age) } else { null() }
        key("steps")
        steps(side.steps)
        if hasWords { member("line", side.line.text) }
        endObject()
    }
}
