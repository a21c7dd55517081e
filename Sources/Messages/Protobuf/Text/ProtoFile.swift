/// What one `.proto` text declares, its references as they are written: what they mean is known when all files are
/// read.
struct ProtoFile {
    /// The name of a type as it is written, and where that is looked for first.
    struct Reference {
        let name: String
        let scope: String
        let place: ProtoPlace
    }

    struct Import {
        let path: String
        let place: ProtoPlace
    }

    struct Field {
        enum Kind {
            case scalar(ProtoField.Kind)
            case named(Reference)
            case group(String)
        }

        enum Home {
            case message(String)
            /// Of an `extend`.
            case extended(Reference)
        }

        let home: Home
        let name: String
        let number: UInt32
        let kind: Kind
        let place: ProtoPlace
        var isRepeated = false
        var isMap = false
        var oneof: String?
    }

    struct Method {
        let service: String
        let name: String
        let input: Reference
        let output: Reference
    }

    let name: String
    var package = ""
    var imports: [Import] = []
    var messages: [(message: ProtoMessage, place: ProtoPlace)] = []
    var enumerations: [(enumeration: ProtoEnum, place: ProtoPlace)] = []
    var fields: [Field] = []
    var methods: [Method] = []

    init(name: String) {
        self.name = name
    }
}
