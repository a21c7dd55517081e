import Bytes

extension CookieStory.Entry {
    /// Whether there is anything to tell.
    public var isSilent: Bool { settings.isEmpty && sendings.isEmpty }

    /// What happened to cookies in this entry, a line each, for people.
    public var lines: [Prose] {
        sendings.map { sending in
            let name: Prose = sending.name.isEmpty ? "A nameless cookie" : "“\(sending.name)”"
            return name + sending.fate(of: 1) + sending.text
        }
            + settings.map { setting in
                let name: Prose = setting.name.isEmpty ? "A nameless cookie" : "“\(setting.name)”"
                let what: Prose =
                    setting.doubt != nil
                    ? " may be stored. "
                    : setting.isStored
                        ? " is stored. " : setting.step == "5.7 step 23" ? " is not deleted. " : " is not stored. "
                return name + what + setting.text
            }
    }
}

extension CookieStory.Sending {
    /// What the request did with `count` cookies like this one; it follows their names.
    public func fate(of count: Int) -> Prose {
        let (verb, they): (Prose, Prose) = count == 1 ? (" was ", "it") : (" were ", "they")
        return switch (isSent, isExpected) {
        case (true, false): verb + "sent, although " + they + " should not have been. "
        case (true, _): verb + "sent. "
        case (false, true): verb + "not sent, although " + they + " should have been. "
        case (false, _): verb + "not sent. "
        }
    }
}
