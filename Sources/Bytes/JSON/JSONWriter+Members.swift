// A member of an object in one line: its name, which needs no escaping, and its value.

extension JSONWriter {
    package mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    package mutating func member(_ name: StaticString, _ value: Bytes) {
        key(name)
        string(value)
    }

    package mutating func member(_ name: StaticString, _ value: StaticString) {
        key(name)
        string(value)
    }

    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        boolean(value)
    }

    package mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(value)
    }

    package mutating func member(_ name: StaticString, _ value: Int64) {
        key(name)
        integer(value)
    }

    package mutating func member(_ name: StaticString, _ value: UInt64) {
        key(name)
        integer(value)
    }

    package mutating func member(_ name: StaticString, _ value: some BinaryInteger) {
        key(name)
        integer(value)
    }

    package mutating func member(_ name: StaticString, _ value: UnsafeRawBufferPointer) {
        key(name)
        unsafe string(value)
    }

    /// The member's value is an object.
    package mutating func beginObject(_ name: StaticString) {
        key(name)
        beginObject()
    }

    /// The member's value is an array.
    package mutating func beginArray(_ name: StaticString) {
        key(name)
        beginArray()
    }
}
