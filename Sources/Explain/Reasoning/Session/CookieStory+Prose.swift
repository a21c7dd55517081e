import Bytes

extension CookieStory.Entry {
    /// Whether there is anything to tell.
    public var isSilent: Bool { settings.isEmpty && sendings.isEmpty }

    /// What happened to cookies in this entry, a line each, for people.
    public var lines: [Prose] {
        sendings.map { sending in
            let name: Prose = sending.name.isEmpty ? "A nameless cookie" : "\(sending.name)"
            let what: Prose =
                switch (sending.isSent, sending.isExpected) {
                case (true, false): " was sent, although it should not have been. "
                case (true, _): " was sent. "
                case (false, true): " was not sent, although it should have been. "
                case (false, _): " was not sent. "
                }
            return name + what + sending.text
        }
            + settings.map { setting in
                let name: Prose = setting.name.isEmpty ? "A nameless cookie" : "\(setting.name)"
                let what: Prose =
                    setting.isStored
                    ? " is stored. " : setting.step == " is not deleted. " ? " is not removed. " : " is not stored. "
                return name + what + setting.text
            }
    }
}
