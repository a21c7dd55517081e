/// What a reader makes of the members of another tool's format. A member that is in no list is kept, whatever it is:
/// tools add members, and none may be lost without a word.
indirect enum MemberUse {
    /// A record says the same.
    case taken
    /// No record has a place for it: it is named once, with its place.
    case left
    /// An object, looked at member by member.
    case parts([(name: StaticString, use: MemberUse)])

    static func object(_ parts: KeyValuePairs<StaticString, MemberUse>) -> MemberUse {
        .parts(parts.map { (name: $0.key, use: $0.value) })
    }

    /// An object of which these are taken.
    static func taking(_ names: [StaticString], leaving left: [StaticString] = []) -> MemberUse {
        .parts(names.map { (name: $0, use: .taken) } + left.map { (name: $0, use: .left) })
    }
}
