"""What models are asked: one module per task, its text beside the model of its output.

Stored turns go into a prompt fenced and marked as data; nothing in them acts as an instruction.
"""
